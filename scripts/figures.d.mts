export declare const figures: readonly (readonly [file: string, svg: string])[];
