/** What a workload has started ends with the bench, also when it is interrupted by Ctrl-C. */

type End = () => unknown;

const started = new Set<End>();
let isEnding = false;

async function endAll(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  // The last started first: what uses a server before the server.
  for (const end of [...started].reverse()) {
    try {
      await end();
    } catch (error) {
      console.error('left behind:', error);
    }
  }
  // As a shell shows that a signal has ended a program.
  process.exit(130);
}

/** Calls `end` when the bench is interrupted. Returns the function to call once it has ended by itself. */
export function whenInterrupted(end: End): () => void {
  started.add(end);
  return () => started.delete(end);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void endAll());
}
