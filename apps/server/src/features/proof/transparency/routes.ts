/** The public calls of transparency. */
import { formatDecimal } from '@tern/money';
import { hashText } from '@tern/proofs';
import { HEADS_MAX, TICKS_MAX, transparencyCalls } from '@tern/protocol';
import { pageOf } from '../../../kernel/requests/page.ts';
import { isoTime } from '../../../platform/clock.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { listHeads, listSigningKeys, listTicks, type PublishedDeps } from './list-published.ts';
import { revealSeeds, type SeedDeps } from './publish-seeds.ts';

export function transparencyRoutes(deps: SeedDeps & PublishedDeps): Route[] {
  const { database } = deps;
  return [
    route(transparencyCalls.signingKeys, async () => ({
      list: (await listSigningKeys(database)).map(({ id, createdAt, publicKey }) => ({
        ID: id,
        CreatedAt: isoTime(createdAt),
        algorithm: 'Ed25519' as const,
        publicKey: publicKey.toString('hex'),
      })),
    })),
    route(transparencyCalls.chainHeads, async ({ input: { symbol, from = 0 } }) => {
      const query = { from: Number(from), limit: HEADS_MAX };
      const heads = await listHeads(deps, symbol === undefined ? query : { ...query, symbol });
      return {
        list: heads.map((head) => ({
          symbol: head.symbol,
          seq: head.toSeq,
          hash: head.hash.toString('hex'),
          at: head.signedAt,
          keyId: head.keyId,
          signature: head.signature.toString('hex'),
          entry: head.entryIndex,
        })),
      };
    }),
    route(transparencyCalls.referenceTicks, async ({ input: { symbol, from } }) => {
      const query = { symbol, from: Number(from), limit: TICKS_MAX };
      const { hashBefore, ticks } = await listTicks(deps, query);
      return {
        symbol,
        hashBefore: hashText(hashBefore),
        ticks: ticks.map(({ seq, at, price, source, rule, backfilledAt }) => ({
          seq,
          at,
          price: formatDecimal(price),
          source,
          rule,
          ...(typeof backfilledAt === 'number' ? { backfilledAt } : {}),
        })),
      };
    }),
    route(transparencyCalls.marketSeeds, async ({ input }) => {
      const page = pageOf(input);
      const { list, total } = await database.snapshot((reader) => revealSeeds(reader, deps, page));
      return {
        list: list.map(({ commitment, signature, ...row }) => ({
          ...row,
          commitment: commitment.toString('hex'),
          signature: signature.toString('hex'),
        })),
        total,
        page: page.number,
        pageSize: page.limit,
      };
    }),
  ];
}
