/** JSON-RPC over HTTP; distinguishes a refusal of the node from an unknown outcome. */
import { fetch } from '../../platform/http/fetch.ts';

/** The node refused the call. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method} was refused: ${message}`);
    this.code = code;
  }
}

/** What our signer refuses with while its own cap of 24 hours leaves no room: of the codes that JSON-RPC leaves to servers. */
export const SIGNER_CAPPED = -32_010;
/** The code of a signer that does not know a method. */
export const UNKNOWN_METHOD = -32_601;

/** No readable answer: the call may have had its effect. */
export class RpcUnreachable extends Error {
  override readonly name = 'RpcUnreachable';

  constructor(method: string, cause: unknown) {
    super(`${method} got no answer`, { cause });
  }
}

export interface Rpc {
  /** @throws RpcRefusal, RpcUnreachable */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
}

const TIMEOUT_MS = 5_000;

interface Answer {
  result?: unknown;
  error?: { code?: number; message?: string } | null;
}

/** The URL may contain a key of the provider, so it never appears in an error. */
export function createRpc(url: string): Rpc {
  let id = 0;
  const ask = async (method: string, params: readonly unknown[]): Promise<Answer> => {
    id += 1;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Nodes refuse with an HTTP status and JSON, gateways with a status and a page.
      const answer = (await response.json()) as Answer;
      if (!answer.error && answer.result === undefined) {
        throw new Error(`answered ${response.status} without a result`);
      }
      return answer;
    } catch (error) {
      throw new RpcUnreachable(method, error);
    }
  };
  return {
    async call(method, ...params) {
      const { result, error } = await ask(method, params);
      if (error)
        throw new RpcRefusal(method, error.code ?? 0, error.message ?? 'without a message');
      return result;
    },
  };
}
