/** The inbox of the console: a visitor is answered with a saved reply, live on both sides. */
import { expect } from 'vitest';
import { faultsOf } from './support/automatic-checks.ts';
import { openConsole, operator, showNew } from './support/console.ts';
import { answer, dialog, field, tap, untilToast } from './support/hands.ts';
import { soon, story } from './support/story.ts';

const QUESTION = 'Seit gestern kann ich nichts auszahlen. Wann geht es wieder?';

story(
  'a content operator writes a reply, and another answers a visitor with it in the visitor’s language',
  async ({ open, world }) => {
    const writer = await operator(world, 'content');
    const editor = await openConsole(open, writer, '/replies?new=1');
    await field(editor, 'Code').fill('pause24');
    await field(editor, 'Title').fill('The pause');
    await field(editor, 'Text, as the customer reads it').fill('Nobody can shorten the pause.');
    await tap(editor, /^German/);
    await field(editor, 'Title').fill('Die Pause');
    await field(editor, 'Text, as the customer reads it').fill('Niemand kann die Pause verkürzen.');
    await tap(editor, 'Save reply');
    await untilToast(editor, 'Saved');
    await editor.getByRole('heading', { name: '/pause24' }).waitFor();
    expect(await faultsOf(editor)).toEqual([]);

    const support = await operator(world, 'support');
    const page = await openConsole(open, support, '/inbox');
    await page.getByRole('heading', { name: 'Inbox', exact: true }).waitFor();
    const { visitor } = await world.api.data('POST /service/visitor/open', { lang: 'de' });
    const send = (text: string) =>
      world.api.data('POST /service/visitor/send', {
        visitor,
        clientId: crypto.randomUUID(),
        text,
      });
    const thread = () => world.api.data('POST /service/visitor/messages', { visitor });
    await send(QUESTION);
    // It appears without a reload.
    const asked = page.getByRole('link', { name: /^Visitor/ });
    await showNew(page, asked);
    await asked.click();
    // The list of conversations shows the same words.
    await page.getByRole('log', { name: 'Messages' }).getByText(QUESTION).waitFor();
    await page.getByText('Not signed in. Say nothing about any account.').waitFor();
    await page.keyboard.press('c');
    const box = field(page, 'Your answer');
    await box.waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('/pau');
    await page.getByRole('option', { name: /pause24/ }).waitFor();
    await page.keyboard.press('Enter');
    await soon(() => box.inputValue()).toBe('Niemand kann die Pause verkürzen.');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/not read yet$/).waitFor();
    const { conversation, list } = await thread();
    expect(list.map(({ text }) => text)).toContain('Niemand kann die Pause verkürzen.');
    expect(conversation.serviceReadSeq).toBeGreaterThan(0);

    await world.api.data('POST /service/visitor/read', { visitor, seq: conversation.lastSeq });
    await page.getByText(/, read$/).waitFor();
    await world.api.data('POST /service/visitor/typing', { visitor });
    await page.getByText('The customer is writing').waitFor();
    await send('Mein Passwort ist: tern-8811!');
    await page.getByText(/was hidden before anyone saw it/).waitFor();
    expect(await page.getByText('tern-8811!').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);

    await box.press('Escape');
    await page.keyboard.press('e');
    const question = dialog(page, 'Close this conversation?');
    await field(question, 'Last message to the customer').fill('Gern geschehen.');
    await answer(question, 'Send and close');
    await untilToast(page, 'Closed');
    await page.getByText('This conversation is closed.').waitFor();
    await soon(async () => (await thread()).conversation.state).toBe('closed');
    expect((await thread()).list.at(-1)?.text).toBe('Gern geschehen.');
  },
);
