/** The entry point of the preview in the operators' console (preview.html). Storage is replaced before anything reads it. */
import './platform/forgetful-storage.ts';
import '@tern/ui/styles.css';
import { startPreview } from './app/start-preview.tsx';

const root = document.getElementById('root');
if (root) void startPreview(root);
