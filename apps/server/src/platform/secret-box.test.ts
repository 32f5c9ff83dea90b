import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSecretBox, readSecretKey } from './secret-box.ts';

/** What the cipher says of bytes that this key has not sealed in this context. */
const FORGED = 'unable to authenticate data';

const folder = mkdtempSync(join(tmpdir(), 'tern-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a sealed secret', () => {
  const box = createSecretBox(randomBytes(32));

  it('opens in the context it was sealed for, and differs each time', () => {
    const sealed = box.seal('swordfish', 'key 1');
    expect(box.open(sealed, 'key 1')).toBe('swordfish');
    expect(Buffer.from(sealed).includes('swordfish')).toBe(false);
    expect(box.seal('swordfish', 'key 1')).not.toEqual(sealed);
  });

  it('is the same each time where it has to be compared, in one context and with one key only', () => {
    const key = randomBytes(32);
    const [first, again] = [createSecretBox(key), createSecretBox(key)];
    const sealed = first.sealEqually('swordfish', 'key 1');
    expect(again.sealEqually('swordfish', 'key 1')).toEqual(sealed);
    expect(again.open(sealed, 'key 1')).toBe('swordfish');
    expect(Buffer.from(sealed).includes('swordfish')).toBe(false);
    const nonceOf = (other: Uint8Array) => Buffer.from(other.subarray(0, 12)).toString('hex');
    const others = [
      sealed,
      first.sealEqually('swordfisg', 'key 1'),
      first.sealEqually('swordfish', 'key 2'),
      // The same characters, divided otherwise.
      first.sealEqually('1swordfish', 'key '),
      box.sealEqually('swordfish', 'key 1'),
    ];
    expect(new Set(others.map(nonceOf)).size).toBe(others.length);
  });

  it.each(['seal', 'sealEqually'] as const)(
    'does not open in another context, with another key, or with a changed byte: %s',
    (way) => {
      const sealed = box[way]('swordfish', 'key 1');
      expect(() => box.open(sealed, 'key 2')).toThrow(FORGED);
      expect(() => createSecretBox(randomBytes(32)).open(sealed, 'key 1')).toThrow(FORGED);
      for (const at of sealed.keys()) {
        const changed = Uint8Array.from(sealed);
        changed[at]! ^= 1;
        expect(() => box.open(changed, 'key 1')).toThrow(FORGED);
      }
      expect(() => box.open(sealed.subarray(0, 20), 'key 1')).toThrow('authentication tag');
    },
  );
});

describe('the key of a deployment', () => {
  it('is created once, and readable by its user only', () => {
    const file = join(folder, 'secrets.key');
    const key = readSecretKey(file);
    expect(key).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(readSecretKey(file)).toEqual(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is never replaced when it cannot be read', () => {
    const file = join(folder, 'broken.key');
    writeFileSync(file, 'half');
    expect(() => readSecretKey(file)).toThrow('does not contain an encryption key');
  });
});
