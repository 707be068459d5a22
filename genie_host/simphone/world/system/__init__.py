"""What a phone does around its apps: shade, prompts, lock screen, calls, keyboard, time."""
