"""The only code that touches a device: adb, the automation server on the phone, and what their answers mean."""
