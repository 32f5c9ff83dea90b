/** Trading by hand: the order form, its question, and the member's orders under it. */
import type { Locator, Page } from 'playwright-core';
import { answer, dialog, field, tap, untilToast } from './hands.ts';

/** A number as the page prints it in English, "1,234.50" or "−0.5". */
export function numberIn(text: string): number {
  const found = /[−-]?\d[\d,]*(\.\d+)?/.exec(text)?.[0];
  if (found === undefined) throw new Error(`no number in "${text}"`);
  return Number(found.replaceAll(',', '').replace('−', '-'));
}

export const price = (page: Page) => field(page, /^Price, /);
export const quantity = (page: Page) => field(page, /^Quantity, /);
export const total = (page: Page) => field(page, /^Total, /);

/** The value beside a label of the form, for example "Available". */
export function figure(within: Page | Locator, name: string | RegExp): Locator {
  return within.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
}

export async function chooseType(page: Page, type: 'limit' | 'market' | 'oco'): Promise<void> {
  const names = { limit: /^Limit/, market: /^Market/, oco: /^OCO/ } as const;
  await page.getByRole('button', { name: /^Order type: / }).click();
  const sheet = page.getByRole('dialog', { name: 'Order type' });
  await sheet.getByRole('button', { name: names[type] }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/** Presses the form's button and confirms the dialog; returns the dialog's text. */
export async function placeOrder(page: Page, side: 'Buy' | 'Sell', coin: string): Promise<string> {
  await tap(page.getByRole('form', { name: 'Order form' }), `${side} ${coin}`);
  const asked = dialog(page, `${side} ${coin}?`);
  await asked.getByRole('button', { name: `${side} ${coin}` }).waitFor();
  const words = await asked.innerText();
  await answer(asked, `${side} ${coin}`);
  await untilToast(page, /^(Bought|Sold|Buy order open|Sell order open)/);
  return words;
}

/** The member's orders in the list that is shown, newest first. */
export const orders = (page: Page) => page.getByRole('tabpanel').getByRole('article');
