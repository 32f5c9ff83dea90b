/** The pending requests of a page. */
import type { Page, Request } from 'playwright-core';

const requestsOf = new WeakMap<Page, Set<Request>>();

/** Counts the requests of a page from now on. */
export function watchTraffic(page: Page): void {
  const requests = new Set<Request>();
  requestsOf.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

export function requestsOnTheirWay(page: Page): number {
  return requestsOf.get(page)?.size ?? 0;
}
