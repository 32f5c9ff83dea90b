/** Identity: errors of the form, what is sent, a rejection, a review, a verified identity; the operator's registration. */
import { held, lost, refused } from '@tern/protocol/tests';
import {
  choose,
  control,
  dialog,
  expectError,
  field,
  fill,
  isShown,
  press,
  untilText,
  waitFor,
} from '@tern/ui/tests';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const image = (name: string) => new File([new Uint8Array(PNG)], name, { type: 'image/png' });

const unverified = { verified: false, realNameStatus: 0 };
const sent = {
  ID: 50_001,
  CreatedAt: '2026-03-02T09:00:00.000Z',
  recordNo: 'I-50001',
  type: 4,
  name: 'Mika Kovač',
  card_front: 1,
  card_end: 2,
  card_hand: 3,
  status: 1,
  reason: '',
  dueAt: '2100-03-03T09:00:00.000Z',
  heldUntil: null,
  heldReason: '',
  decidedAt: null,
  details: null,
};

/** Beside the latest documents. */
const unproven = { verified: null, mayRenew: false };

/** Each uploaded image has the next number. */
const takeUploads = (server: Server) => {
  let ID = 0;
  server.answer('POST /user/uploadBase64', () => {
    ID += 1;
    return { ID };
  });
};

const open = (before: (server: Server) => void = () => {}) =>
  renderScreen(pages.realName, {
    as: unverified,
    before: (server) => {
      server.answer('GET /user_card/findMyUser_card', {
        ...unproven,
        status: 0,
        reuser_card: null,
      });
      takeUploads(server);
      before(server);
    },
  });

async function add(side: string): Promise<void> {
  // While an image uploads, the card says so first.
  await press(new RegExp(`${side}$`));
  const sheet = await dialog(side);
  await untilText(/^The camera isn’t available here/, sheet);
  await choose(await field('Choose an image', sheet), image(`${side}.png`));
}

const SIDES = ['Front side', 'Back side', 'You, holding it'];

/** All that is needed beside name and photographs. */
async function fillDetails(): Promise<void> {
  await fill('Date of birth', '1990-03-21');
  await fill('Nationality, as on the document', 'CH');
  await fill('Country where you live', 'DE');
  await fill('Home address', ' Hafenstrasse 1, Hamburg ');
  await fill('Document number', 'X1234567');
  await fill('Country where you pay tax', 'DE');
  await press(/^My tax residence/, { role: 'checkbox' });
}

const DETAILS = {
  birthDate: '1990-03-21',
  nationality: 'CH',
  residence: 'DE',
  address: 'Hafenstrasse 1, Hamburg',
  documentNumber: 'X1234567',
  documentEndsOn: '',
  taxCountry: 'DE',
  taxNumber: '',
  isCertified: true,
  funds: '',
};

const submit = () => press('Submit for review');
const uploads = (server: Server) => server.inputs('POST /user/uploadBase64').length;

/** All of them were sent and answered. */
const untilUploaded = (server: Server, count: number) =>
  waitFor(() => {
    expect(uploads(server)).toBe(count);
    expect(document.querySelector('[role="progressbar"]')).toBeNull();
  });

test('a missing name and missing photographs show errors, and nothing is sent', async () => {
  const server = await open();
  await submit();
  await expectError(/^Full name/, 'Enter your name.');
  await expectError('Date of birth', 'Enter your date of birth. You must be at least 18.');
  await expectError('Home address', 'Enter your street, number, city and postcode.');
  await untilText('Confirm your tax residence and number.');
  await untilText('Add the front photo.');
  await untilText('Add the back photo.');
  await untilText('Add the photo of you holding it.');
  expect(server.inputs('POST /user_card/createUser_card')).toEqual([]);
});

test('sends name, document and three photographs, and then shows the review', async () => {
  const server = await open();
  await fill(/^Full name/, '  Mika Kovač ');
  await fillDetails();
  await press('ID card', { role: 'radio' });
  for (const side of SIDES) await add(side);
  await untilUploaded(server, 3);
  server.answer('POST /user_card/createUser_card', () => {
    server.answer('GET /user_card/findMyUser_card', { ...unproven, status: 1, reuser_card: sent });
    return { user_card: sent };
  });
  await submit();
  await untilText('We’re reviewing your identity');
  await untilText(/^We’ll decide by/);
  expect(server.inputs('POST /user_card/createUser_card')).toEqual([
    { ...DETAILS, type: 4, name: 'Mika Kovač', card_front: 1, card_end: 2, card_hand: 3 },
  ]);
  await untilText('I-50001');
});

test('a failed upload keeps the picture and is repeated; a refused image is named', async () => {
  const server = await open((given) => given.answer('POST /user/uploadBase64', lost));
  await add('Front side');
  await untilText('Upload failed. Try again.');
  takeUploads(server);
  await press('Try again');
  await waitFor(() => expect(isShown('Upload failed. Try again.')).toBe(false));
  await add('Back side');
  await add('You, holding it');
  await fill(/^Full name/, 'Mika Kovač');
  await fillDetails();
  await untilUploaded(server, 4);
  server.answer('POST /user_card/createUser_card', refused(5001, { fields: ['card_end'] }));
  await submit();
  await untilText('This photo can’t be used. Add another one.');
  expect((await field(/^Full name/)).value).toBe('Mika Kovač');
});

test('a photograph that was still uploading at the first try is asked for no more once it arrived', async () => {
  const front = held({ ID: 1, width: 1, height: 1, bytes: 1 });
  await open((server) => server.answer('POST /user/uploadBase64', front.answer));
  await add('Front side');
  await waitFor(() => expect(document.querySelector('[role="progressbar"]')).not.toBeNull());
  await submit();
  await untilText('This photo is still uploading.');
  front.arrive();
  await waitFor(() => expect(isShown('This photo is still uploading.')).toBe(false));
  await untilText('Add the back photo.');
});

describe('a photograph that the phone still prepares', () => {
  /** One function for each image in turn, which ends its preparation. */
  const preparations = () => {
    const ends: (() => void)[] = [];
    vi.stubGlobal('createImageBitmap', () => {
      const undrawable = new Error('not drawn');
      return new Promise((_, reject) => ends.push(() => reject(undrawable)));
    });
    return ends;
  };
  afterEach(() => vi.unstubAllGlobals());

  test('is waited for, not asked for', async () => {
    const ends = preparations();
    const server = await open();
    await add('Front side');
    await submit();
    await untilText('This photo is still uploading.');
    ends[0]!();
    await untilUploaded(server, 1);
    expect(isShown('This photo is still uploading.')).toBe(false);
  });

  test('does not replace one that was chosen after it', async () => {
    const ends = preparations();
    const server = await open();
    await add('Front side');
    await add('Front side');
    ends[1]!();
    await untilUploaded(server, 1);
    ends[0]!();
    await add('Back side');
    ends[2]!();
    await waitFor(() => {
      expect(uploads(server)).toBeGreaterThan(1);
      expect(document.querySelector('[role="progressbar"]')).toBeNull();
    });
    expect(uploads(server)).toBe(2);
  });
});

test('too many images of one day are said as such, not as a limit of the member', async () => {
  await open((server) => server.answer('POST /user/uploadBase64', refused(5012)));
  await add('Front side');
  await untilText('You’ve uploaded too many images today. Try again tomorrow.');
});

test('a rejection shows its reason, keeps name and document, and asks for new photographs', async () => {
  const rejected = { ...sent, status: 3, reason: 'The front is blurred.' };
  const server = await open((given) =>
    given.answer('GET /user_card/findMyUser_card', {
      ...unproven,
      status: 3,
      reuser_card: rejected,
    }),
  );
  await untilText('Reason: The front is blurred.');
  expect((await field(/^Full name/)).value).toBe('Mika Kovač');
  expect((await control('radio', 'ID card')).getAttribute('aria-checked')).toBe('true');
  await fillDetails();
  for (const side of SIDES) await add(side);
  await untilUploaded(server, 3);
  server.answer('PUT /user_card/updateUser_card', { user_card: sent });
  await submit();
  await waitFor(() =>
    expect(server.inputs('PUT /user_card/updateUser_card')).toMatchObject([
      { ID: 50_001, type: 4, card_front: 1 },
    ]),
  );
});

test('a verification that was removed leads to its reason', async () => {
  await open((server) =>
    server.answer('GET /user_card/findMyUser_card', {
      ...unproven,
      status: 3,
      reuser_card: { ...sent, status: 3 },
    }),
  );
  await untilText(/^Your identity is no longer verified/);
  const link = await control('link', 'See the reason');
  expect(link.getAttribute('href')).toBe(`#${pages.staffActions}`);
});

test('a hold shows its reason and end', async () => {
  const held = {
    ...sent,
    heldUntil: '2100-03-04T09:00:00.000Z',
    heldReason: 'We ask the issuing office.',
  };
  await open((server) =>
    server.answer('GET /user_card/findMyUser_card', { ...unproven, status: 1, reuser_card: held }),
  );
  await untilText('Reason: We ask the issuing office.');
  await untilText(/^On hold until/);
});

test('a verified identity is read only and shows no photographs', async () => {
  const decidedAt = '2026-03-02T10:00:00.000Z';
  await open((server) =>
    server.answer('GET /user_card/findMyUser_card', {
      ...unproven,
      status: 2,
      reuser_card: { ...sent, status: 2, decidedAt },
      verified: { ...sent, status: 2, decidedAt },
    }),
  );
  await untilText('Your identity is verified');
  await untilText('Mika Kovač');
  expect(document.querySelector('main img')).toBeNull();
  expect(document.querySelector('main input')).toBeNull();
});

describe('a verified member', () => {
  const details = {
    ...DETAILS,
    documentNumber: '**** 4567',
    documentEndsOn: '2100-05-30',
    certifiedAt: '2026-03-02T09:00:00.000Z',
    fundsNote: '',
  };
  const proven = { ...sent, status: 2, decidedAt: '2026-03-02T10:00:00.000Z', details };
  const openAs = (found: object) =>
    open((server) =>
      server.answer('GET /user_card/findMyUser_card', {
        status: 2,
        reuser_card: proven,
        verified: proven,
        mayRenew: false,
        ...found,
      }),
    );

  test('sees residence, number and end of the document, and sends new ones after a move', async () => {
    const server = await openAs({});
    await untilText('Germany');
    await untilText('**** 4567');
    await untilText('30 May 2100');
    await press('I’ve moved or my details changed');
    expect((await field('Home address')).value).toBe('Hafenstrasse 1, Hamburg');
    expect((await field('Document number')).value).toBe('');
    await fillDetails();
    await fill('Country where you live', 'CH');
    for (const side of SIDES) await add(side);
    await untilUploaded(server, 3);
    server.answer('POST /user_card/createUser_card', () => {
      server.answer('GET /user_card/findMyUser_card', {
        status: 2,
        reuser_card: { ...sent, ID: 50_002 },
        verified: proven,
        mayRenew: false,
      });
      return { user_card: sent };
    });
    await submit();
    await untilText('We’re checking your new documents. You stay verified meanwhile.');
    expect(server.inputs('POST /user_card/createUser_card')).toMatchObject([{ residence: 'CH' }]);
    expect(isShown('I’ve moved or my details changed')).toBe(false);
  });

  test.each([
    [
      'prove no country',
      '2100-05-30',
      { mayRenew: true, verified: { ...proven, details: null } },
      /^Your verification doesn’t show/,
    ],
    ['has ended', '2026-01-31', { mayRenew: true }, /^Your document ended on 31 Jan 2026/],
  ])('is asked for new documents when theirs %s', async (_, documentEndsOn, found, text) => {
    const ended = { ...proven, details: { ...details, documentEndsOn } };
    await openAs({ reuser_card: ended, verified: ended, ...found });
    await untilText(text);
    await control('button', 'Send new documents');
  });

  test('reads why newer documents were rejected', async () => {
    const refused = { ...proven, ID: 50_002, status: 3, reason: 'The front is blurred.' };
    await openAs({ reuser_card: refused });
    await untilText(/^Your new documents were rejected.*Reason: The front is blurred\.$/);
    await untilText('Your identity is verified');
  });
});

test('the form is offered when the verification cannot be read', async () => {
  await open((server) => server.answer('GET /user_card/findMyUser_card', lost));
  await untilText('Your document');
});

test('the MSB page names the registration and its registry, or says that there is none', async () => {
  await renderScreen(pages.msb, {
    before: (server) =>
      server.answer('GET /base/operator', {
        name: '',
        msb: null,
        office: null,
        licence: null,
      }),
  });
  await untilText('No registration is configured');
  expect(document.querySelector('main a')).toBeNull();
});

test('the MSB page leads to the registry of a configured registration', async () => {
  const licence = { countries: ['CH', 'AE'], validUntil: '2027-06-30' };
  const msb = { number: '31000123456789', registry: 'FinCEN', url: 'https://www.fincen.gov/msb' };
  await renderScreen(pages.msb, {
    before: (server) =>
      server.answer('GET /base/operator', { name: 'Tern Ltd', msb, office: null, licence }),
  });
  await untilText('31000123456789');
  await untilText('Switzerland, United Arab Emirates');
  await untilText('30 Jun 2027');
  const link = await control('link', 'Open the registry');
  expect(link.getAttribute('href')).toBe(msb.url);
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});
