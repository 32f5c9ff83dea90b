/** A node of the model of TRON: the paths of its HTTP API that the rail uses, in its spelling; it can be closed, and can lie. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tronAccount } from '@tern/addresses';
import { type Block, type Included, RATES, type TronModel } from './chain.ts';
import { readSigned } from './read-transaction.ts';

type Asked = Readonly<Record<string, string | number | boolean>>;
type Answer = (asked: Asked) => unknown;

const hexOf = (address: string) => `41${Buffer.from(tronAccount(address)).toString('hex')}`;
/** Nodes leave out zeros. */
const some = (name: string, value: bigint) => (value === 0n ? {} : { [name]: Number(value) });

function blockOut({ height, id, parent, time, included }: Block) {
  return {
    blockID: id,
    block_header: {
      raw_data: { ...some('number', BigInt(height)), parentHash: parent, timestamp: time },
    },
    ...(included.length > 0 && { transactions: included.map(transactionOut) }),
  };
}

function transactionOut({ txid, sender, type, to, amount, result }: Included) {
  const value = { owner_address: hexOf(sender) };
  const of =
    type === 'TransferContract'
      ? { ...value, to_address: hexOf(to), amount: Number(amount) }
      : { ...value, contract_address: hexOf(to), data: '' };
  return {
    txID: txid,
    ret: [{ contractRet: result }],
    raw_data: { contract: [{ type, parameter: { value: of } }] },
  };
}

function receiptOut({ height, time }: Block, each: Included) {
  const { txid, type, result, fee, logs, internal } = each;
  const isCall = type === 'TriggerSmartContract';
  return {
    id: txid,
    ...some('fee', fee),
    blockNumber: height,
    blockTimeStamp: time,
    ...(result !== 'SUCCESS' && { result: 'FAILED' }),
    receipt: isCall ? { result } : {},
    ...(logs.length > 0 && { log: logs }),
    ...(internal.length > 0 && {
      internal_transactions: internal.map(({ to, amount, isRejected }) => ({
        transferTo_address: hexOf(to),
        callValueInfo: [some('callValue', amount)],
        ...(isRejected && { rejected: true }),
      })),
    }),
  };
}

function answersOf(chain: TronModel): Readonly<Record<string, Answer>> {
  const solid = (height: number) => (height <= chain.solid() ? chain.blocks[height] : undefined);
  const called = (used: bigint | undefined, results: string[]) =>
    used === undefined
      ? {
          result: { result: true, message: 'REVERT opcode executed' },
          transaction: { ret: [{ ret: 'FAILED' }] },
        }
      : {
          result: { result: true },
          energy_used: Number(used),
          constant_result: results,
          transaction: { ret: [{}] },
        };
  const accountOf = (address: string, balance: bigint, isThere: boolean) =>
    isThere ? { address, ...some('balance', balance) } : {};
  return {
    'wallet/getblockbynum': ({ num }) => {
      const found = chain.blocks[Number(num)];
      return found === undefined ? {} : blockOut(found);
    },
    'walletsolidity/getblockbynum': ({ num }) => {
      const found = solid(Number(num));
      return found === undefined ? {} : blockOut(found);
    },
    'walletsolidity/getnowblock': () => blockOut(chain.blocks[chain.solid()]!),
    'walletsolidity/gettransactioninfobyblocknum': ({ num }) => {
      const found = solid(Number(num));
      return found === undefined ? [] : found.included.map((each) => receiptOut(found, each));
    },
    'walletsolidity/gettransactioninfobyid': ({ value }) => {
      for (const found of chain.blocks.slice(0, chain.solid() + 1)) {
        const each = found.included.find(({ txid }) => txid === value);
        if (each !== undefined) return receiptOut(found, each);
      }
      return {};
    },
    'walletsolidity/getaccount': ({ address }) => {
      const balance = chain.coinsAt(chain.solid(), String(address));
      return accountOf(String(address), balance, balance > 0n);
    },
    'wallet/getaccount': ({ address }) =>
      accountOf(String(address), chain.coinsOf(String(address)), chain.hasAccount(String(address))),
    'wallet/getcontract': ({ value }) =>
      chain.isContract(String(value)) ? { contract_address: value } : {},
    'wallet/getchainparameters': () => ({
      chainParameter: [
        { key: 'getEnergyFee', value: Number(RATES.energy) },
        { key: 'getTransactionFee', value: Number(RATES.bandwidth) },
        { key: 'getCreateAccountFee', value: 100_000 },
        { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
      ],
    }),
    'wallet/getaccountresource': ({ address }) => ({
      freeNetLimit: 600,
      ...some('freeNetUsed', BigInt(chain.freeUsed(String(address)))),
      ...some('EnergyLimit', chain.energyOf(String(address))),
    }),
    'wallet/triggerconstantcontract': ({ owner_address: owner, contract_address: to, data }) =>
      called(chain.simulate(String(owner), String(to), String(data)), ['']),
    'walletsolidity/triggerconstantcontract': ({ contract_address: to, data }) => {
      const held = chain.balanceCall(chain.solid(), String(to), String(data));
      return called(held && 900n, [(held ?? 0n).toString(16).padStart(64, '0')]);
    },
    'wallet/broadcasthex': ({ transaction }) => {
      const read = readSigned(String(transaction));
      const code = chain.offer(read);
      return { result: code === undefined, code: code ?? 'SUCCESS', txid: read.txid, message: '' };
    },
  };
}

export async function serveTron(chain: TronModel) {
  const answers = answersOf(chain);
  let closed: { path: string | undefined; cut: 'before' | 'after' } | undefined;
  let watcher: (() => Promise<void>) | undefined;
  const lies = new Map<string, Answer>();
  const counts = new Map<string, number>();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const path = request.url!.slice(1);
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const isCut = closed !== undefined && (closed.path ?? path) === path;
    if (isCut && closed?.cut === 'before') return request.socket.destroy();
    await watcher?.();
    let body: unknown;
    try {
      body = (lies.get(path) ?? answers[path])!(asked);
    } catch (error) {
      // As a node: status 200, and the name of a class.
      body = { Error: `class java.lang.Exception : ${(error as Error).message}` };
    }
    if (isCut) return request.socket.destroy();
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Blocks all calls until `open`, or one path. `after`: the node does it, and its answer is lost. */
    close: (path?: string, cut: 'before' | 'after' = 'before') => (closed = { path, cut }),
    open() {
      closed = undefined;
      watcher = undefined;
      lies.clear();
    },
    /** Does this before each answer, until `open`. */
    watch: (work: () => Promise<void>) => (watcher = work),
    /** Answers something else, made of the truth, until `open`. */
    lie: (path: string, lie: (truth: unknown, asked: Asked) => unknown) =>
      lies.set(path, (asked) => lie(answers[path]!(asked), asked)),
    count: (path: string) => counts.get(path) ?? 0,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
