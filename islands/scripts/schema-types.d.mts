export function schemaTypes(): Promise<Map<string, string>>;
export function staleTypes(): Promise<string[]>;
