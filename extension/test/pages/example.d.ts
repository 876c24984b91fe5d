declare module "virtual:tide-atlas" {
  export const example: readonly (readonly [path: string, text: string])[];
}
