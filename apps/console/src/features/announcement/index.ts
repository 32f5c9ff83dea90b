/** The door of announcements and articles. */
export { AnnouncementsScreen } from './announcements-screen.tsx';
