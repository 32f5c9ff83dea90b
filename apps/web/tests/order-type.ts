/** Chooses an order type in the trade form, by its name. */
import { dialog, press } from '@tern/ui/tests';

export async function chooseType(name: string): Promise<void> {
  await press(/^Order type: /);
  await press(new RegExp(`^${name}`), { part: await dialog('Order type') });
}
