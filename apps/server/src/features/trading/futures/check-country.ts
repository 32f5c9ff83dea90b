/** Whether contracts are offered where the member lives: by the proven residence, else by phones (ADRs 19 and 115). */
import { countryCodesOf, isVerified, type Member } from '../../../kernel/members/members.ts';
import type { ProvenResidence } from '../../../kernel/products/withheld.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { countriesOffIn } from './countries.ts';
import type { FuturesDeps } from './deps.ts';
import { futuresSettings } from './settings.ts';

/**
 * `residence`: what the member proved. It decides alone while the member is verified by documents that say it. Otherwise the country is that of a
 * proven phone; one stated at registration counts too, and the stricter applies.
 * @throws not-available, with `data.residence` by the residence, and with `data.needs` 'phone' while no phone is proven, because the
 * country is unknown then
 */
export function refuseCountries(
  { settings, mode, productRules }: Pick<FuturesDeps, 'settings' | 'mode' | 'productRules'>,
  member: Member,
  residence: ProvenResidence | undefined,
): void {
  productRules.refuse('contracts', residence);
  if (residence?.isCurrent === true && isVerified(member)) return;
  const off = countriesOffIn(mode, settings.read(futuresSettings.countriesOff));
  const codes = countryCodesOf(member);
  if (codes === undefined) {
    // Contracts are off in the stated country anyway: proving the phone would not help.
    if (off.has(member.registeredCountryCode)) throw new Refusal('not-available');
    throw new Refusal('not-available', { text: 'futures.provePhone', data: { needs: 'phone' } });
  }
  if (codes.some((code) => off.has(code))) throw new Refusal('not-available');
}
