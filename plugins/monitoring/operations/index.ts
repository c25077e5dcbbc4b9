import type { AnyOperation } from 'oracle-runtime/plugin';
import type { MonitoringService } from '../services/monitoring-service.js';
import { calendarOperations } from './calendar-operations.js';
import { kitchenOperation } from './kitchen-operation.js';
import { protocolOperations } from './protocol-operations.js';
import { useOperations } from './use-operations.js';

export function monitoringOperations(service: MonitoringService): AnyOperation[] {
  return [
    ...useOperations(service),
    ...protocolOperations(service),
    kitchenOperation(service),
    ...calendarOperations(service),
  ];
}
