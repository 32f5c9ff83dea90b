/** Saved replies: written in every language by content operators, read by those who answer. */
import { refused } from '@tern/protocol/tests';
import {
  answer,
  expectError,
  field,
  fill,
  press,
  screen,
  untilText,
  untilToast,
  waitFor,
} from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { queryClient } from '../../../kernel/query-client.ts';
import { renderConsole, type Server } from '../../../../tests/render-console.tsx';

const english = { lang: 'en', title: 'The pause', text: 'Nobody can shorten it.' };
const reply = { ID: 2, code: 'pause24', version: 3, texts: [english] };
const TITLE = 'Title';
const TEXT = 'Text, as the customer reads it';

const withReply = (server: Server) =>
  server.answer('GET /operator/service/replies', { list: [reply] });
const written = (server: Server) => server.inputs('POST /operator/service/writeReply');

test('the list names the missing languages', async () => {
  renderConsole('/replies', ['support'], withReply);
  await untilText('/pause24');
  await untilText('13 missing');
  expect(screen.queryByRole('link', { name: 'New reply' })).toBeNull();
});

test('a new reply needs a code and English, and no half-written language', async () => {
  const server = renderConsole('/replies?new=1', ['content'], (fresh) =>
    fresh.answer('POST /operator/service/writeReply', { ID: 2, version: 1 }),
  );
  await fill('Code', 'Pause 24');
  await press('Save reply');
  await expectError('Code', 'Use two to thirty small letters, digits or hyphens.');
  await untilText('Write the English title and text.');
  await fill('Code', 'pause24');
  await fill(TITLE, english.title);
  await fill(TEXT, english.text);
  await press(/^German/);
  await fill(TITLE, 'Die Pause');
  await press('Save reply');
  await untilText('Write both the title and the text in German, or neither.');
  expect(written(server)).toEqual([]);
  await fill(TEXT, 'Niemand kann sie verkürzen.');
  await press('Save reply');
  await untilToast('Saved');
  const german = { lang: 'de', title: 'Die Pause', text: 'Niemand kann sie verkürzen.' };
  expect(written(server)).toEqual([
    { code: 'pause24', version: 0, isQuestion: false, texts: [english, german] },
  ]);
});

test('a failed save keeps what was written', async () => {
  renderConsole('/replies?id=2', ['content'], (fresh) => {
    withReply(fresh);
    fresh.answer('POST /operator/service/writeReply', refused(5033, {}, 'The details changed.'));
  });
  await fill(TEXT, 'Nobody can shorten the pause.');
  await press('Save reply');
  await untilToast('The details changed.');
  expect((await field(TEXT)).value).toBe('Nobody can shorten the pause.');
});

test('a version saved by another person is announced before one’s own is saved', async () => {
  const server = renderConsole('/replies?id=2', ['content'], withReply);
  await fill(TEXT, 'Mine');
  server.answer('GET /operator/service/replies', { list: [{ ...reply, version: 4 }] });
  await queryClient.invalidateQueries();
  await untilText('Someone else changed this reply since you opened it.');
  await press('Discard mine, load theirs');
  expect((await field(TEXT)).value).toBe(english.text);
});

test('a reply is removed after a question', async () => {
  const server = renderConsole('/replies?id=2', ['content'], withReply);
  await press('Remove reply');
  await answer('Remove /pause24?', 'Remove reply');
  await waitFor(() =>
    expect(server.inputs('POST /operator/service/removeReply')).toEqual([{ ID: 2, version: 3 }]),
  );
});

test('those who answer read the replies but do not write them', async () => {
  renderConsole('/replies?id=2', ['support'], withReply);
  expect((await field(TEXT)).readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save reply' })).toBeNull();
});

const question = {
  ...reply,
  isQuestion: true,
  shows: 'deposit',
  changedBy: 'operator-9',
  published: { version: 2, login: 'operator-8' },
} as const;

test('a reply becomes a question with the record that belongs to its answer', async () => {
  const server = renderConsole('/replies?id=2', ['content'], (fresh) =>
    fresh.answer('GET /operator/service/replies', {
      list: [{ ...reply, isQuestion: false, shows: null }],
    }),
  );
  await press(/^Customers see it before they write/, { role: 'checkbox' });
  await fill('Their latest record shown with it', 'deposit');
  await press('Save reply');
  await untilToast('Saved');
  const use = { isQuestion: true, shows: 'deposit' };
  expect(written(server)).toEqual([
    { ID: 2, code: 'pause24', version: 3, ...use, texts: [english] },
  ]);
});

test('another operator than its writer publishes a question, after a question', async () => {
  const server = renderConsole('/replies?id=2', ['approver'], (fresh) =>
    fresh.answer('GET /operator/service/replies', { list: [question] }),
  );
  await untilText('Customers see version 2, published by operator-8.');
  await press('Publish version 3');
  await answer('Show “The pause” to all customers?', 'Publish version 3');
  await waitFor(() =>
    expect(server.inputs('POST /operator/service/publishReply')).toEqual([{ ID: 2, version: 3 }]),
  );
});

test('its writer does not publish it', async () => {
  renderConsole('/replies?id=2', ['content'], (fresh) =>
    fresh.answer('GET /operator/service/replies', {
      list: [{ ...question, changedBy: 'operator-3' }],
    }),
  );
  await untilText('Version 3 waits for another operator than its writer.');
  expect(screen.queryByRole('button', { name: 'Publish version 3' })).toBeNull();
});
