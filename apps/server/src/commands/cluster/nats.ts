/** The NATS server of `npm run cluster`, if this machine has one. */
import { spawnSync } from 'node:child_process';

/** Its version; undefined: it is not on the path. */
export function natsVersion(): string | undefined {
  const { stdout, error } = spawnSync('nats-server', ['--version'], { encoding: 'utf8' });
  return error === undefined ? /v?(\d+[.]\d+[.]\d+)/.exec(stdout)?.[1] : undefined;
}

export const natsArguments = (port: number): string[] => ['-a', '127.0.0.1', '-p', String(port)];
