FUNCTION(scaled)
