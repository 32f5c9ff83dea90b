/** The public API of the session: signing in. */
export { LoginScreen } from './login-screen.tsx';
