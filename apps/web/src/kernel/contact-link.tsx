/** The link to customer service on every page about money; nothing if that page does not exist. */
import { headsetIcon, IconButton } from '@tern/ui';
import { useT } from '../platform/i18n/i18n.tsx';
import { useNavigator } from '../platform/navigation/current-page.ts';
import { useLinks } from '../platform/navigation/links.ts';
import { pages } from './pages.ts';

export function ContactLink() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  if (!navigator.has(pages.service)) return null;
  return <IconButton icon={headsetIcon} label={t('transfer.contactUs')} {...to(pages.service)} />;
}
