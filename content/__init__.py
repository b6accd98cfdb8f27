"""Problems as folders, and the small code that loads and draws them."""
