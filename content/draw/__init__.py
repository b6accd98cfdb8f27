"""The renderer: a seed fixes knobs and a skin, and authored files become one concrete problem."""
