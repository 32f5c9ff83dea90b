/** An identity that waits for operators: specimens of a document, sent as the app sends photographs. */
import { documentType, identityCalls, imagesCalls } from '@tern/protocol';
import type { PastServer } from './past-server.ts';
import { specimenPictures } from './specimen-pictures.ts';

export async function sendSpecimens(
  server: PastServer,
  { memberId, name }: { memberId: number; name: string },
): Promise<void> {
  const me = { memberId };
  const pictures = specimenPictures(name.toUpperCase());
  const upload = async (side: keyof typeof pictures) => {
    const base64Str = pictures[side].toString('base64');
    return (await server.call(imagesCalls.uploadImage, { base64Str }, me)).ID;
  };
  const documents = {
    type: documentType.idCard,
    name,
    card_front: await upload('front'),
    card_end: await upload('back'),
    card_hand: await upload('hand'),
  };
  await server.call(identityCalls.createUserCard, documents, me);
}
