/** A push message as the server sends it, and the notification that the worker shows for it. */

export interface PushMessage {
  title: string;
  body: string;
  /** A later message with the same tag replaces the one shown. */
  tag: string;
  /** The page it opens, with its query: `/pages/user/informDetail?id=7`. */
  page: string;
}

/** Undefined for anything else: a browser may show its own notification then. */
export function readPush(text: string | undefined): PushMessage | undefined {
  try {
    const message = JSON.parse(text ?? '') as Partial<PushMessage>;
    const { title, body, tag, page } = message;
    const isWhole = [title, body, tag, page].every((part) => typeof part === 'string');
    return isWhole && page?.startsWith('/pages/') === true ? (message as PushMessage) : undefined;
  } catch {
    return undefined;
  }
}
