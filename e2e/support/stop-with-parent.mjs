/** Loaded into the server under test: when the run that started it is gone, it stops as on Ctrl-C. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
