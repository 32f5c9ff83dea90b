/** What members read of listings that two people agreed to, before they open: when, and that the time was moved. */
import type { ComingMarket } from '@tern/protocol';
import { logoOf } from '../../../../kernel/catalog/assets.ts';
import { comingListings } from '../../../../kernel/catalog/listing-moves.ts';
import type { Lang } from '../../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { TryDeps } from './try-listing.ts';

/** The next one first. `opensAt` is null while a check fails: its next time is not decided. */
export async function listComing(
  { assets }: Pick<TryDeps, 'assets'>,
  reader: Reader,
  lang: Lang,
): Promise<ComingMarket[]> {
  const rows = await reader.many(comingListings, []);
  return rows.map(({ id, state, opensAt, coin, base, currency, formerAt, ...row }) => {
    const code = base ?? coin ?? '';
    const listed = assets.find(code);
    // While it waits, its own time is the former one.
    const former = state === 'waiting' ? opensAt : formerAt;
    const names = row.names ?? listed?.names ?? {};
    return {
      ID: id,
      coinname: code,
      name: names[lang] ?? row.name ?? listed?.name ?? code,
      logo: logoOf({ picture: row.picture === '' ? (listed?.picture ?? '') : row.picture }),
      quote: currency,
      opensAt: state === 'waiting' ? null : isoTime(opensAt),
      formerAt: former === null ? null : isoTime(former),
    };
  });
}
