"""Control of running phones from outside their process: a socket, what can be asked there, and who listens where."""
