-- feature: kernel
-- A version of a setting that two people agreed on takes effect (ADR 0032).

grant update (value, updated_at) on settings to tern_app;
