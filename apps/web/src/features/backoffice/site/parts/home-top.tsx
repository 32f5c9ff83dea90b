/** The top line of home: logo, search, and unread notices. */
import {
  bellIcon,
  BrandMark,
  headsetIcon,
  Icon,
  IconButton,
  Pressable,
  ScreenHeader,
  searchIcon,
} from '@tern/ui';
import { pages } from '../../../../kernel/pages.ts';
import { useUnreadNotices } from '../../../../kernel/unread-notices.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import styles from './home.module.css';

function Bell() {
  const t = useT();
  const to = useLinks();
  const count = useUnreadNotices();
  const name = t('site.inbox');
  return (
    <IconButton
      icon={bellIcon}
      label={count === 0 ? name : `${name}, ${t('common.unread', { count })}`}
      hasDot={count > 0}
      {...to(pages.notifications)}
    />
  );
}

export function HomeTop() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const search = to(pages.market, { search: '1' });
  const openSearch = () => {
    openKeyboardAhead();
    search.onPress();
  };
  return (
    <ScreenHeader>
      <div className={styles.top}>
        <Pressable {...to(pages.my)} label={t('site.myAccount')} className={styles.account}>
          <span className={styles.mark}>
            <BrandMark size={24} />
          </span>
        </Pressable>
        {navigator.has(pages.market) && (
          <Pressable href={search.href} onPress={openSearch} className={styles.search}>
            <Icon of={searchIcon} size={18} />
            <span>{t('site.searchMarkets')}</span>
          </Pressable>
        )}
        {navigator.has(pages.support) && (
          <IconButton icon={headsetIcon} label={t('common.contactUs')} {...to(pages.support)} />
        )}
        {navigator.has(pages.notifications) && <Bell />}
      </div>
    </ScreenHeader>
  );
}

/** By then the page has mounted its field. */
const WAIT_MS = 2_000;

/**
 * Call it inside the tap that opens a page with an input: iOS opens its keyboard only for a field focused during a tap. A
 * hidden field holds the focus until the real one is mounted.
 */
function openKeyboardAhead(): void {
  const stand = document.createElement('input');
  stand.setAttribute('aria-hidden', 'true');
  stand.tabIndex = -1;
  // 16 px: below that iOS zooms in.
  stand.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;opacity:0;font-size:16px';
  document.body.append(stand);
  stand.focus({ preventScroll: true });
  const leave = () => stand.remove();
  stand.addEventListener('blur', leave, { once: true });
  setTimeout(leave, WAIT_MS);
}
