import type { Role } from '../lib/schema';

/** The roles that an account may have. */
export const ROLES: readonly Role[] = ['player', 'floor', 'supervisor', 'surveillance', 'auditor', 'administrator'];
