/** Wire of private images: uploading one, and looking at one's own (spec §7, rules §6). */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Fields, Id, IdIn } from './fields.ts';

/** An image may have so many bytes before it is written as text (rules §6). */
export const IMAGE_BYTES_MAX = 8 * 1024 * 1024;
/** As base64 in a form, where `+`, `/` and `=` take three characters each, with its field and prefix. */
const UPLOAD_BYTES_MAX = 12 * 1024 * 1024;

export const imagesCalls = {
  uploadImage: defineCall({
    method: 'POST',
    path: '/user/uploadBase64',
    summary:
      'Keeps a PNG, JPEG or WebP of up to 8 MiB, redrawn and without its metadata, for one later use. Unused it is gone after a day.',
    auth: 'member',
    movesMoney: false,
    rate: 'money',
    bodyBytesMax: UPLOAD_BYTES_MAX,
    takesForm: true,
    input: Fields({
      base64Str: Type.String({
        description: 'base64, with or without data:…;base64,; any other text is refused with 5008',
      }),
    }),
    output: Type.Object({
      ID: Id('names the image in the call that uses it'),
      width: Type.Integer({ description: 'pixels, as kept' }),
      height: Type.Integer(),
      bytes: Type.Integer({ description: 'as kept' }),
    }),
    codes: [5008, 5012],
  }),
  findImage: defineCall({
    method: 'GET',
    path: '/user/findImage',
    summary: 'An own image as it is kept.',
    auth: 'member',
    movesMoney: false,
    rate: 'read',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ image: Type.String({ description: 'data URL' }) }),
    codes: [5007],
  }),
};
