/** Documents of members on a server, and their decision over the console. */
import type { Input } from '@tern/protocol/client';
import sharp from 'sharp';
import type { Console } from './operator-client.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

/** A picture of random squares: pictures of different seeds have nothing in common. */
export async function photo(seed: number, { width = 640, quality = 90 } = {}): Promise<Buffer> {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  const squares = Array.from({ length: 160 }, (_, at) => {
    const [x, y] = [(at % 16) * 40, Math.floor(at / 16) * 40];
    const grey = next();
    return `<rect x="${x}" y="${y}" width="40" height="40" fill="rgb(${grey},${grey},${grey})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400">${squares.join('')}</svg>`;
  return sharp(Buffer.from(svg)).resize({ width }).jpeg({ quality }).toBuffer();
}

let seeds = 0;

export async function upload(
  server: Pick<TestServer, 'api'>,
  token: string,
  bytes: Buffer,
): Promise<number> {
  const base64Str = bytes.toString('base64');
  return (await server.api.data('POST /user/uploadBase64', { base64Str }, { token })).ID;
}

type Documents = Input<'POST /user_card/createUser_card'>;

/** What documents say of somebody who lives in Germany. */
export const DETAILS = {
  birthDate: '1990-03-21',
  nationality: 'DE',
  residence: 'DE',
  address: 'Hafenstrasse 1, 20457 Hamburg',
  documentNumber: 'C01X1234567',
  documentEndsOn: '2035-05-30',
  taxCountry: 'DE',
  taxNumber: '12345678901',
  isCertified: true,
} satisfies Partial<Documents>;

/** Complete documents with three new photographs. */
export async function documentsOf(
  server: Pick<TestServer, 'api'>,
  { token }: Pick<Person, 'token'>,
  over: Partial<Documents> = {},
): Promise<Documents> {
  const ids: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    seeds += 1;
    ids.push(await upload(server, token, await photo(seeds, { width: 320 })));
  }
  const [card_front = 0, card_end = 0, card_hand = 0] = ids;
  return { type: 1, name: 'Mika Kovač', card_front, card_end, card_hand, ...over };
}

/** Returns the id of the documents. */
export async function sendDocuments(
  server: TestServer,
  person: Person,
  over: Partial<Documents> = {},
): Promise<number> {
  const input = await documentsOf(server, person, over);
  const { token } = person;
  return (await server.api.data('POST /user_card/createUser_card', input, { token })).user_card.ID;
}

/** The review of documents, as the console finds it. */
export async function identityReview(consoleApi: Console, token: string, documentsId: number) {
  const filter = { kind: 'identity', search: `I-${documentsId}` };
  const { list } = await consoleApi.data('GET /operator/review/list', { ...filter }, token);
  const decided = list.length > 0 ? list : await decidedOnes(consoleApi, token, filter);
  const ID = decided[0]!.ID;
  return (await consoleApi.data('GET /operator/review/find', { ID }, token)).rereview;
}

const decidedOnes = async (consoleApi: Console, token: string, filter: object) =>
  (await consoleApi.data('GET /operator/review/list', { ...filter, stage: 'done' }, token)).list;

export async function approveIdentity(
  consoleApi: Console,
  documentsId: number,
  [stage, token]: ['first' | 'second', string],
) {
  const { ID, hash } = await identityReview(consoleApi, token, documentsId);
  await consoleApi.data('POST /operator/review/claim', { ID }, token);
  const input = { ID, stage, hash, acknowledged: true };
  return consoleApi.call('POST /operator/review/approve', input, token);
}

export async function rejectIdentity(
  consoleApi: Console,
  documentsId: number,
  { token, reason }: { token: string; reason: string },
): Promise<void> {
  const { ID } = await identityReview(consoleApi, token, documentsId);
  await consoleApi.data('POST /operator/review/claim', { ID }, token);
  await consoleApi.data('POST /operator/review/reject', { ID, reason }, token);
}
