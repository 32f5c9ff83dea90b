/** Answers JSON-RPC over HTTP for a signer, to callers who know its token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { RpcRefusal, UNKNOWN_METHOD } from '../../adapters/evm-rail/json-rpc.ts';
import type { CappedSigner } from './create-signer.ts';

const BODY_BYTES_MAX = 20_000;
const INVALID = -32_600;

interface Call {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** `token`: the path that callers use, `/<token>`. `print` gets a line for each refusal. */
export function signerServer(
  signer: CappedSigner,
  { token, print }: { token: string; print: (line: string) => void },
): Server {
  return createServer((request, response) => {
    const send = (status: number, body: object = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', ...body }));
    if (!isSame(request.url ?? '', `/${token}`)) return void send(404);
    if (request.method !== 'POST') return void send(405);
    answer(signer, request).then(
      (body) => {
        if ('error' in body) print(`REFUSED: ${oneLine(body.error.message)}`);
        send(200, body);
      },
      (error: unknown) => {
        print(error instanceof Error ? error.message : String(error));
        send(500);
      },
    );
    return undefined;
  });
}

/** The caller names fields and methods: they begin no line of their own. */
const oneLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 300);

/** In the same time, however much of it is right. */
const isSame = (given: string, right: string) => timingSafeEqual(hashOf(given), hashOf(right));
const hashOf = (text: string) => createHash('sha256').update(text).digest();

async function answer(signer: CappedSigner, request: IncomingMessage) {
  const call = await callOf(request);
  if (call === undefined) return { id: null, error: { code: INVALID, message: 'no call' } };
  const id = call.id ?? null;
  try {
    return { id, result: await resultOf(signer, call) };
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    const { code, message } = error;
    return { id, error: { code, message: message.replace(/^\w+ was refused: /, '') } };
  }
}

function resultOf(signer: CappedSigner, { method, params }: Call): unknown {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : [];
  switch (method) {
    case 'eth_signTransaction': {
      const asked = typeof first === 'object' && first !== null ? first : {};
      return signer.signTransaction(asked as Readonly<Record<string, unknown>>);
    }
    case 'eth_sign':
      return signer.signText(first, second);
    case 'eth_accounts':
      return [signer.address];
    case 'tern_outflow':
      return signer.outflow();
    default:
      throw new RpcRefusal(String(method), UNKNOWN_METHOD, 'the method is not known');
  }
}

/** Undefined for a body that is too large or no call. */
async function callOf(request: IncomingMessage): Promise<Call | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= BODY_BYTES_MAX) parts.push(part);
  }
  if (length > BODY_BYTES_MAX) return undefined;
  try {
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
