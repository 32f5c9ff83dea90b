/** The address and settings of the site under test. */

export interface Site {
  /** Without a slash at the end. */
  url: string;
  /** E-mails and SMS are written here, one line of JSON each. */
  outboxFile: string;
  /** The text of every captcha. */
  captcha: string;
  /** As if the member had given a code sent to their phone; absent where an instance with an embedded database runs. */
  provePhone?(memberId: number): Promise<unknown>;
}

/** Of the server that most stories share. */
export const CAPTCHA = 'abcd';

/** @throws what the server printed, when it does not start */
export async function openSite(endpoint: string): Promise<Site> {
  const answer = await fetch(endpoint);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Site;
}
