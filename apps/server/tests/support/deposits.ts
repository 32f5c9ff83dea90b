/** Deposits on a fresh database: members with proof images, two operators, rails that report what the test has seen. */
import { decimal } from '@tern/money';
import sharp from 'sharp';
import {
  createDeposit,
  type DepositInput,
} from '../../src/features/money/funding/deposit/create-deposit.ts';
import { deposits } from '../../src/features/money/funding/deposit/deposits.ts';
import { cancelRequest } from '../../src/features/money/funding/request/lifecycle.ts';
import { creditSeen } from '../../src/features/money/funding/deposit/credit-seen.ts';
import { showAddress } from '../../src/features/money/funding/deposit/own-address.ts';
import { reviewDeposits } from '../../src/features/money/funding/deposit/review-deposits.ts';
import { depositStore } from '../../src/features/money/funding/deposit/store.ts';
import { unmatchedKind } from '../../src/features/money/funding/unmatched/unmatched-kind.ts';
import { loadAssets } from '../../src/kernel/catalog/assets.ts';
import { createImages } from '../../src/kernel/images/images.ts';
import { paperRail } from '../../src/adapters/paper-rail.ts';
import { createRails, type DepositSeen, type Rail } from '../../src/kernel/rails/rail.ts';
import { reviewDetail, reviewOf } from '../../src/kernel/review/list-reviews.ts';
import { createReviewQueue } from '../../src/kernel/review/review-queue.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { createReviews } from '../../src/kernel/review/reviews.ts';
import { createSettings } from '../../src/kernel/settings/settings.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import type { Files } from '../../src/platform/files/files.ts';
import { createLog } from '../../src/platform/log.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { freshDatabase } from './database.ts';
import { fundedMember, manualClock } from './market.ts';
import { addReviewer } from './reviewers.ts';

/** A picture of one colour, as base64: the same colour is the same image. */
async function pictureOf(background: string, side = 16): Promise<string> {
  const create = { width: side, height: side, channels: 3, background } as const;
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

/** Files in memory. */
export function memoryFiles(): Files & { held: Map<string, Uint8Array> } {
  const held = new Map<string, Uint8Array>();
  return {
    held,
    put: async (name, bytes) => void held.set(name, bytes),
    get: async (name) => held.get(name),
    remove: async (name) => void held.delete(name),
  };
}

export type DepositWorld = Awaited<ReturnType<typeof depositWorld>>;

export async function depositWorld(poolSize = 8) {
  const fresh = await freshDatabase({ poolSize });
  const { database } = fresh;
  const clock = manualClock();
  const bus = createLocalBus((error) => {
    throw error;
  });
  const log = createLog('silent');
  const settings = createSettings(database, log);
  const reviews = createReviews({ clock, bus, settings });
  const files = memoryFiles();
  const images = createImages({ database, clock, files, log, random: systemRandom });
  const watching = new Set<string>();
  const watchingRail: Rail = {
    ...paperRail,
    serves: (_asset, network) => watching.has(network),
    watch: () => undefined,
  };
  const rails = createRails([watchingRail, paperRail]);
  reviews.register(reviewDeposits({ images, asksIdentity: false, rails }));
  const assets = await loadAssets(database);
  reviews.register(unmatchedKind({ assets }));
  const reviewQueue = createReviewQueue({ database, clock, bus, settings }, reviews);
  const deps = {
    database,
    clock,
    bus,
    log,
    settings,
    reviews,
    assets,
    rails,
    asksIdentity: false,
  };
  const [first, second] = [await addReviewer(fresh, 'first'), await addReviewer(fresh, 'second')];
  const upload = images.routes!.find(({ call }) => call.path === '/user/uploadBase64')!;
  let pictures = 0;
  const detailOf = async (id: number) => {
    const review = (await reviewOf(database, 'deposit', id))!;
    return (await reviewDetail(database, review.id, { settings, at: clock.now(), reviews }))!;
  };
  const agree = async (who: Reviewer, id: number, stage: 'first' | 'second') => {
    const { review, hash } = await detailOf(id);
    await reviewQueue.claim(who, review.id);
    await reviewQueue.approve(who, review.id, { stage, hash, note: '', isAcknowledged: true });
  };
  const picture = async (memberId: number, background?: string): Promise<number> => {
    pictures += 1;
    const { ID } = (await upload.answer({
      input: {
        base64Str: await pictureOf(background ?? '#123456', background ? 16 : 16 + pictures),
      },
      caller: { memberId, sessionId: 1 },
      lang: 'en',
      address: '192.0.2.1',
      idempotencyKey: undefined,
    })) as { ID: number };
    return ID;
  };
  return {
    fresh,
    database,
    clock,
    settings,
    files,
    images,
    deps,
    reviewQueue,
    /** Networks whose rail reports transfers automatically. */
    watching,
    operators: { first, second },
    detailOf,
    agree,
    /** Uploads a new picture, or one of the colour. Returns its id. */
    picture,
    member: () => fundedMember(database, { BTC: '1' }),
    address: async (memberId: number, coin = 'USDT', network = 'TRC20') =>
      (await showAddress(deps, memberId, { coin, network })).address,
    async submit(memberId: number, over: Partial<DepositInput> = {}) {
      return createDeposit(deps, {
        memberId,
        coin: 'USDT',
        network: 'TRC20',
        num: '1500',
        address: undefined,
        leastReceived: undefined,
        imageId: 'imageId' in over ? over.imageId : await picture(memberId),
        key: undefined,
        ...over,
      });
    },
    cancel: (memberId: number, id: number) =>
      cancelRequest(deps, deposits, { memberId, id, key: undefined }),
    async approve(id: number) {
      await agree(first, id, 'first');
      await agree(second, id, 'second');
    },
    async reject(id: number, reason: string) {
      const { review } = await detailOf(id);
      await reviewQueue.claim(first, review.id);
      await reviewQueue.reject(first, review.id, { reason });
    },
    see: (seen: Pick<DepositSeen, 'address' | 'reference'> & Partial<DepositSeen>) =>
      creditSeen(deps, {
        network: 'TRC20',
        asset: 'USDT',
        amount: decimal('40'),
        txid: `tx ${seen.reference}`,
        ...seen,
      }),
    stateOf: async (id: number) => (await database.one(depositStore.byId, [id])).state,
  };
}
