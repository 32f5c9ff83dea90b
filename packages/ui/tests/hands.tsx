/** Draws a screen without a browser, acts on it as a person does, and reads what it shows. */
import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { clearToast } from '../src/index.ts';

export { screen, waitFor, within };

type Role = 'img' | 'button' | 'link' | 'tab' | 'radio' | 'checkbox' | 'switch' | 'menuitem';
type Name = string | RegExp;

/** Pages load, appear after their transition, and show skeletons only after 200 ms. */
configure({
  asyncUtilTimeout: 60_000,
  // Without the whole document.
  getElementError: (message) => new Error(message ?? 'not found'),
});

/** Controls ignore a second press within 500 ms; time passes between the presses of a test. */
const BETWEEN_PRESSES_MS = 600;

const realNow = performance.now.bind(performance);
let passedMs = 0;
performance.now = () => realNow() + passedMs;
document.addEventListener('pointerdown', () => (passedMs += BETWEEN_PRESSES_MS), true);

/** Nothing is ever scrolled into view or resized: there is no layout. */
class Unseen {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, {
  scrollTo() {},
  IntersectionObserver: Unseen,
  ResizeObserver: Unseen,
});

const user = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** Draws it into the document; it is removed by `leave`. */
export function draw(app: ReactNode): void {
  render(app);
}

/** Removes what was drawn and everything the browser stored. */
export function leave(): void {
  cleanup();
  clearToast();
  localStorage.clear();
  sessionStorage.clear();
}

/** The control with a name, once it is there; in `part` of the screen, or anywhere. */
export function control(role: Role, name: Name, part: HTMLElement = document.body) {
  return stillThere(() => within(part).findByRole(role, { name }));
}

/** Finding ends a task later: what was drawn anew meanwhile (a page that has loaded) would not notice a press. */
async function stillThere<E extends HTMLElement>(find: () => Promise<E>): Promise<E> {
  const found = await find();
  return found.isConnected ? found : stillThere(find);
}

/** Presses a button of that exact name, or a link when `role` says so. */
export async function press(name: Name, { role = 'button', part }: Where = {}): Promise<void> {
  await user().click(await control(role, name, part));
}

interface Where {
  role?: Role;
  part?: HTMLElement;
}

/** The input under a label, once it is there; a password field has no role and is found by its label. */
export function field(label: Name, part: HTMLElement = document.body): Promise<HTMLInputElement> {
  const find = () => {
    const inputs = within(part).queryAllByLabelText<HTMLInputElement>(label, { selector: INPUTS });
    const found = inputs.find(isVisible);
    if (!found) throw new Error(`no field ${label}`);
    return found;
  };
  return stillThere(() => waitFor(find));
}

const INPUTS = 'input, textarea, select';

/** Replaces the content of a field. */
export async function fill(label: Name, text: string, part?: HTMLElement): Promise<void> {
  fireEvent.change(await field(label, part), { target: { value: text } });
}

/** Pastes over the whole content of a field, as the browser hands it over: with its line breaks. */
export async function paste(label: Name, text: string, part?: HTMLElement): Promise<void> {
  const input = await field(label, part);
  input.setSelectionRange(0, input.value.length);
  fireEvent.paste(input, { clipboardData: { getData: () => text } });
}

/** Presses keys in the focused control: "{End}". */
/** What one finger does at this height of the screen, in pixels. */
export function touch(
  element: HTMLElement,
  act: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel',
  clientY: number,
): void {
  fireEvent[act](element, { isPrimary: true, pointerId: 1, button: 0, clientY });
}

export const type = (keys: string) => user().keyboard(keys);

/** Chooses files in a file field. */
export async function choose(input: HTMLElement, file: File): Promise<void> {
  await user().upload(input, file);
}

/** Waits until a field has that error, as a screen reader reads it. */
export async function expectError(label: Name, error: Name, part?: HTMLElement): Promise<void> {
  const input = await field(label, part);
  await waitFor(() =>
    expect(errorOf(input)).toEqual(isText(error) ? error : expect.stringMatching(error)),
  );
}

const isText = (name: Name) => typeof name === 'string';

/** The error of a field, or an empty text. */
function errorOf(input: HTMLElement): string {
  if (input.getAttribute('aria-invalid') !== 'true') return '';
  const line = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  return line?.textContent ?? '';
}

/** The smallest visible elements with a text: a string may be a part of it. */
function withText(text: Name, part: HTMLElement): HTMLElement[] {
  const has = (element: Element) => {
    const own = element.textContent.replace(/\s+/g, ' ').trim();
    return isText(text) ? own.includes(text) : text.test(own);
  };
  return [...part.querySelectorAll<HTMLElement>('*')].filter(
    (element) => has(element) && ![...element.children].some(has) && isVisible(element),
  );
}

/** Waits until a text is visible. */
export function untilText(text: Name, part: HTMLElement = document.body): Promise<HTMLElement> {
  return waitFor(() => {
    const [found] = withText(text, part);
    if (!found) throw new Error(`${text} is not visible in: ${part.textContent}`);
    return found;
  });
}

/** Whether a text is visible now. */
export function isShown(text: Name, part: HTMLElement = document.body): boolean {
  return withText(text, part).length > 0;
}

/** Pages below the shown one stay in the document, without display. */
function isVisible(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.style.display === 'none' || at.hidden) return false;
  }
  return true;
}

/** Waits for a message over the page. */
export async function untilToast(text: Name): Promise<void> {
  await untilText(text, document.querySelector<HTMLElement>('[popover]') ?? document.body);
}

/** The open sheet with a title, or the open question. */
export function dialog(name: Name): Promise<HTMLElement> {
  return waitFor(() => {
    const [found] = ['dialog', 'alertdialog'].flatMap((role) =>
      screen.queryAllByRole(role, { name }),
    );
    if (!(found instanceof HTMLDialogElement && found.open)) throw new Error(`no dialog ${name}`);
    return found;
  });
}

/** Answers the dialog with a name, and waits until it is closed. */
export async function answer(name: Name, label: Name): Promise<void> {
  const asked = (await dialog(name)) as HTMLDialogElement;
  await press(label, { part: asked });
  await waitFor(() => expect(asked.open).toBe(false));
}

/** The value beside a label, for example "Available". */
export async function figure(name: Name, part: HTMLElement = document.body): Promise<string> {
  const label = await waitFor(() => {
    const found = withText(name, part).find((element) => element.closest('dt'));
    if (!found) throw new Error(`no figure ${name}`);
    return found;
  });
  return label.closest('dt')?.nextElementSibling?.textContent ?? '';
}
