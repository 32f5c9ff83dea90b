/** Captchas: issued as a picture, accepted once, right or wrong. */
import { readCode } from '@tern/protocol/typed-text';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { drawCaptcha } from './draw-captcha.ts';
import { hashSecret } from '../../../platform/secret-box.ts';
import { authSettings } from './settings.ts';
import { insertCaptcha, takeCaptcha } from './store.ts';

interface CaptchaDeps {
  database: Database;
  clock: Clock;
  random: Random;
  settings: Settings;
  /** The text of every captcha, for tests; never in live mode. */
  captchaFixed?: string | undefined;
}

/** Without characters that look alike when rotated and crossed out. */
const ALPHABET = 'ABCDEFHJKLMNPRTUWXY3479';
const LENGTH = 4;

export interface Captchas {
  /** `image` is a data URL. */
  issue(): Promise<{ id: string; image: string; length: number }>;
  /** Uses up the captcha, right or wrong. @throws wrong-captcha */
  consume(id: string, answer: string): Promise<void>;
}

export function createCaptchas(deps: CaptchaDeps): Captchas {
  const { database, clock, random, settings } = deps;
  const hashOf = (id: string, answer: string) =>
    hashSecret(`captcha ${id}`, readCode(answer).toUpperCase());
  return {
    async issue() {
      const text = deps.captchaFixed ?? random.text(LENGTH, ALPHABET);
      const id = random.token(16);
      const expiresAt = clock.now() + settings.read(authSettings.captchaSeconds) * 1_000;
      const [image] = await Promise.all([
        drawCaptcha(text),
        database.transaction((tx) => tx.run(insertCaptcha, [id, hashOf(id, text), expiresAt])),
      ]);
      return { id, image, length: [...text].length };
    },
    async consume(id, answer) {
      const taken = await database.transaction((tx) => tx.maybe(takeCaptcha, [id]));
      const isRight =
        taken !== undefined &&
        taken.expiresAt > clock.now() &&
        taken.answerHash === hashOf(id, answer);
      if (!isRight) throw new Refusal('wrong-captcha', { fields: ['captcha'] });
    },
  };
}
