"""The shell around the rules: the command line, the main flow, the grader and the platforms."""
