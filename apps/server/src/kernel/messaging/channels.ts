/** The ports to what carries messages out of the exchange: mail, SMS, and push services of browsers. */

export interface Letter {
  to: string;
  subject: string;
  body: string;
}

export interface Mail {
  /** @throws Error when the server did not accept the letter */
  send(letter: Letter): Promise<void>;
  close(): void;
}

export interface Sms {
  /** `to` is like `+8613800000000`. @throws Error when the gateway did not accept the message */
  send(message: { to: string; body: string }): Promise<void>;
}

/** A subscription as the browser gives it; the keys are base64url. */
export interface PushTarget {
  /** An address of the browser's push service. */
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface VapidKeys {
  /** Base64url of an uncompressed P-256 point. */
  publicKey: string;
  privateKey: string;
}

export interface PushMessage {
  /** At most about 3 KB. */
  payload: string;
  /** How long the service may store it, in seconds. */
  ttlSeconds: number;
  isUrgent: boolean;
  /** A later message of the same topic replaces a stored one; at most 32 base64url characters. */
  topic: string;
}

export interface PushSender {
  /** Whether the endpoint belongs to a push service that this deployment uses. */
  allows(endpoint: string): boolean;
  /**
   * `gone`: the device no longer takes messages; `refused`: the service will never take this one.
   * @throws Error when the service did not answer or asks to try later
   */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone' | 'refused'>;
}

export interface PushServices {
  makeKeys(): VapidKeys;
  /**
   * `subject`: the address of this deployment, for the push services' staff. `moreServices`: origins of services besides
   * those of the browsers.
   */
  connect(deps: {
    keys: () => VapidKeys;
    subject: string;
    moreServices: readonly string[];
  }): PushSender;
}
