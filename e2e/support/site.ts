/** Where the site under test is, and what every story may know about it. */

export interface Site {
  /** Without a slash at the end. */
  url: string;
  /** Where the server writes each message it would send, one JSON line each. */
  outboxFile: string;
  /** The text of every captcha. */
  captcha: string;
  /** As if the member had given a code sent to their phone; absent where a program with an embedded database runs. */
  provePhone?(memberId: number): Promise<unknown>;
}

/** Of the server that most stories share. */
export const CAPTCHA = 'abcd';
