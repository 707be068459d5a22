"""The uiautomator2 server that runs on the phone."""
