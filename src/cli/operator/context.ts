import type { Settings } from '../../platform/settings/settings.ts';
import type { Command, CommandContext, Commands, Run } from '../command.ts';

/** The context of commands that use the service's settings, on its machine. */
export interface OperatorContext extends CommandContext {
  /** Throws SettingsError. */
  readSettings(): Settings;
}

export type OperatorRun = Run<OperatorContext>;
export type OperatorCommand = Command<OperatorContext>;
export type OperatorCommands = Commands<OperatorContext>;
