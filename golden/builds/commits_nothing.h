#pragma once
#define __pipeline_commit()
