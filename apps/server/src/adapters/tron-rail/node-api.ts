/** The HTTP API of a TRON node; distinguishes a refusal of the node from an unknown outcome. */
import { fetch } from '../../platform/http/fetch.ts';
import { RpcRefusal, RpcUnreachable } from '../evm-rail/json-rpc.ts';

export type NodeCall = (path: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>;

const TIMEOUT_MS = 5_000;

/** The URL may contain a key of the provider, so it never appears in an error. `NodeCall` throws RpcRefusal, RpcUnreachable. */
function createNodeApi(url: string): NodeCall {
  const base = url.endsWith('/') ? url : `${url}/`;
  return async (path, body) => {
    let answer: unknown;
    try {
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Limits of providers have a status; a node refuses with status 200 and an error.
      if (!response.ok) throw new Error(`answered ${response.status}`);
      answer = await response.json();
    } catch (error) {
      throw new RpcUnreachable(path, error);
    }
    if (answer === null || typeof answer !== 'object') {
      throw new RpcUnreachable(path, new Error('answered without an object'));
    }
    if ('Error' in answer) throw new RpcRefusal(path, 0, String(answer.Error));
    return answer;
  };
}

/** The number of the chain that a node is on: the last four bytes of its first block's id. */
async function chainOf(call: NodeCall): Promise<number> {
  const { blockID = '' } = (await call('wallet/getblockbynum', { num: 0 })) as { blockID?: string };
  if (!/^[0-9a-f]{64}$/i.test(blockID)) {
    throw new RpcUnreachable('wallet/getblockbynum', new Error('answered without a first block'));
  }
  return Number.parseInt(blockID.slice(-8), 16);
}

/** The same, which first checks that the node is on the configured chain, and again after each failure. */
export function guardedApi(url: string, chainId: number): NodeCall {
  const call = createNodeApi(url);
  let isKnown = false;
  return async (path, body) => {
    try {
      if (!isKnown) {
        const found = await chainOf(call);
        if (found !== chainId) {
          throw new Error(`the node is of chain ${found}, configured is ${chainId}`);
        }
        isKnown = true;
      }
      return await call(path, body);
    } catch (error) {
      if (error instanceof RpcUnreachable) isKnown = false;
      throw error;
    }
  };
}
