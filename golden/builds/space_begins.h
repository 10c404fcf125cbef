namespace other_space {
