/** API of private images: upload and download. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Fields, Id, IdIn } from './fields.ts';
import { memberRead } from './presets.ts';

/** Largest image before base64 encoding. */
export const IMAGE_BYTES_MAX = 8 * 1024 * 1024;
/** Largest picture of a coin before base64 encoding. */
export const ICON_BYTES_MAX = 512 * 1024;
/** Of the largest image as base64 in a form, where `+`, `/` and `=` take three characters each, with field name and prefix. */
const UPLOAD_BYTES_MAX = 12 * 1024 * 1024;

export const imagesCalls = {
  uploadImage: defineCall({
    method: 'POST',
    path: '/user/uploadBase64',
    summary:
      'Uploads a PNG, JPEG or WebP of up to 8 MiB for one later use. It is re-encoded without metadata, and deleted after a day if unused.',
    auth: 'member',
    movesMoney: false,
    rate: 'money',
    bodyBytesMax: UPLOAD_BYTES_MAX,
    takesForm: true,
    input: Fields({
      base64Str: Type.String({
        maxLength: UPLOAD_BYTES_MAX,
        description: 'base64, with or without data:…;base64,; anything else returns 5008',
      }),
    }),
    output: Type.Object({
      ID: Id('to pass to the call that uses the image'),
      width: Type.Integer({ description: 'stored width in pixels' }),
      height: Type.Integer(),
      bytes: Type.Integer({ description: 'stored size' }),
    }),
    codes: [5008, 5012],
  }),
  findImage: defineCall({
    ...memberRead,
    path: '/user/findImage',
    summary: "Returns one of the member's images.",
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ image: Type.String({ description: 'data URL' }) }),
    codes: [5007],
  }),
};
