"""The adb side: transport, streams, and the services behind them."""
