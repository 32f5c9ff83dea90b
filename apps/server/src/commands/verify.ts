/** `npm run verify`. */
import { runVerify } from './verify/run-verify.ts';

process.exitCode = await runVerify(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
