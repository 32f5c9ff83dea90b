/** `npm run signer`: signs payouts and sweeps of one chain, within caps of its own that the server cannot lift (ADR 117). */
import { parseArgs } from 'node:util';
import { readKeyFile } from '../platform/files/read-own-file.ts';
import { systemClock } from '../platform/clock.ts';
import { createCappedSigner } from './signer/create-signer.ts';
import { openOutflow } from './signer/outflow-file.ts';
import { readPolicy } from './signer/policy.ts';
import { signerServer } from './signer/serve.ts';

const USAGE = `Usage:
  npm run signer -- --policy FILE --token-file FILE --count FILE [--begin] [--host 127.0.0.1] [--port 8550]
The policy names the keys, the caps of 24 hours and what may be signed: docs/signer.md. The token is a part of
the address that the server calls: EVM_SIGNER_URL=http://host:8550/TOKEN. The count is what was signed; --begin makes the file.
One chain has one signer: two with the same key would count apart.`;

const TOKEN = /^[A-Za-z0-9_-]{24,}$/;

function start(args: readonly string[]): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      policy: { type: 'string' },
      'token-file': { type: 'string' },
      count: { type: 'string' },
      begin: { type: 'boolean', default: false },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8550' },
    },
  });
  const { policy: policyFile, 'token-file': tokenFile, count, host, port } = values;
  if (policyFile === undefined || tokenFile === undefined || count === undefined) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const token = readKeyFile(tokenFile);
  if (!TOKEN.test(token)) {
    throw new Error(`${tokenFile} must contain 24 letters and digits or more`);
  }
  const policy = readPolicy(policyFile);
  const outflow = openOutflow(count, { isNew: values.begin, now: systemClock.now() });
  const signer = createCappedSigner({ policy, outflow, clock: systemClock });
  const server = signerServer(signer, { token, print });
  server.listen(Number(port), host, () => {
    const address = server.address();
    const bound = typeof address === 'object' ? address?.port : port;
    print(`signs for ${signer.address} on chain ${policy.chainId} at http://${host}:${bound}`);
  });
}

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  start(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
