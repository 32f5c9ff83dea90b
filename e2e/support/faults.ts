/** Faults inside a page during a story: console errors and uncaught errors. */
import type { Page } from 'playwright-core';

export class Faults {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Collects from a page until it is closed. */
  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#seen.push(`uncaught: ${error.stack ?? error.message}`));
  }

  /** Allows what a story brings about on purpose. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  get unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#expected.some((pattern) => pattern.test(fault)));
  }
}
