import { describe, expect, it } from 'vitest';
import { imageTypeOf, readImageFile } from './image-file.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const bytes = (...values: number[]) => new Uint8Array(values);

describe('an image that the member chose', () => {
  it.each([
    ['image/png', bytes(...PNG, 0, 0)],
    ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
    ['image/webp', new TextEncoder().encode('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')],
    [undefined, new TextEncoder().encode('GIF89a')],
    [undefined, new TextEncoder().encode('RIFF\u0001\u0002\u0003\u0004WAVEfmt ')],
    [undefined, bytes()],
  ])('is recognised as %s by its first bytes', (type, head) => {
    expect(imageTypeOf(head)).toBe(type);
  });

  it('is refused if its content is not an image, or if it is larger than 8 MB', async () => {
    const liar = new File(['<svg onload="alert(1)"/>'], 'proof.png', { type: 'image/png' });
    expect(await readImageFile(liar)).toBe('wrongType');
    const heavy = new File([bytes(...PNG), new Uint8Array(8 * 1024 * 1024)], 'heavy.png');
    expect(await readImageFile(heavy)).toBe('tooLarge');
  });
});
