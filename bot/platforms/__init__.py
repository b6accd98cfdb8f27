"""Ways of talking to people; no platform knows another."""
